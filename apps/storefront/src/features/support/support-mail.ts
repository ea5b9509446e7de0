/** Builds the address of a mail to customer service. */
export function supportMail(
  email: string,
  mail: { readonly subject: string; readonly lines: readonly string[] },
): string {
  const address = encodeURIComponent(email).replace('%40', '@');
  // Mail lines end in CRLF, and a mailto address does not read "+" as a space.
  const body = encodeURIComponent(mail.lines.join('\r\n'));
  return `mailto:${address}?subject=${encodeURIComponent(mail.subject)}&body=${body}`;
}
