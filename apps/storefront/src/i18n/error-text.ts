import type { MessageId } from './text.tsx';

const FALLBACK: MessageId = 'error.10017';

const byCode: Readonly<Record<number, MessageId>> = {
  200: 'error.200',
  300: 'error.300',
  500: 'error.500',
  10000: 'error.10000',
  10001: 'error.10001',
  10002: 'error.10002',
  10003: 'error.10003',
  10004: 'error.10004',
  10005: 'error.10005',
  10006: 'error.10006',
  10007: 'error.10007',
  10008: 'error.10008',
  10009: 'error.10009',
  10010: 'error.10010',
  10017: 'error.10017',
  10028: 'error.10028',
  10038: 'error.10038',
  10041: 'error.10041',
  10042: 'error.10042',
  10043: 'error.10043',
  10045: 'error.10045',
  10067: 'error.10067',
  10073: 'error.10073',
  10502: 'error.10502',
  10503: 'error.10503',
  10504: 'error.10504',
  11002: 'error.11002',
  20001: 'error.20001',
  20002: 'error.20002',
  20003: 'error.20003',
  20004: 'error.20004',
  20005: 'error.20005',
  20006: 'error.20006',
  20007: 'error.20007',
  20008: 'error.20008',
  20009: 'error.20009',
  20010: 'error.20010',
  20011: 'error.20011',
  20012: 'error.20012',
  20013: 'error.20013',
  20014: 'error.20014',
  20015: 'error.20015',
  20016: 'error.20016',
  20017: 'error.20017',
  20018: 'error.20018',
  20019: 'error.20019',
  20020: 'error.20020',
};

/** Maps an answer code to its message; unknown codes, 10059 and 10500 read as 10017 (E06). */
export function errorMessage(code: number): MessageId {
  return byCode[code] ?? FALLBACK;
}
