/** Returns headers with a random client address, so that tests do not share rate limits of sign-in. */
export function someAddress(): Record<string, string> {
  const octet = () => Math.floor(Math.random() * 256)
  return { 'x-forwarded-for': `198.18.${octet()}.${octet()}` }
}
