/** A mail to customer service. Its lines are names and values: they are read by people. */
export function supportMail(
  email: string,
  mail: { readonly subject: string; readonly lines: readonly string[] },
): string {
  const address = encodeURIComponent(email).replace('%40', '@');
  // A mail's line ends in CRLF, and a mailto address knows no plus for a space.
  const body = encodeURIComponent(mail.lines.join('\r\n'));
  return `mailto:${address}?subject=${encodeURIComponent(mail.subject)}&body=${body}`;
}
