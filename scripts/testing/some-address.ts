/** Every sign-in comes from an address of its own, so that no test uses up what another one may try. */
export function someAddress(): Record<string, string> {
  const octet = () => Math.floor(Math.random() * 256)
  return { 'x-forwarded-for': `198.18.${octet()}.${octet()}` }
}
