/** The bank's number of a payment outside the gateways. The settlement and the audit log show it: it holds no name. */
export const BANK_NUMBER = /^[A-Za-z0-9][A-Za-z0-9 .:/_-]{1,62}[A-Za-z0-9]$/;
