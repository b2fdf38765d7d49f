/** Why no answer came. `refused_address`: nothing was sent, since the address is not public. */
export class OutboundError extends Error {
  constructor(
    readonly code: 'refused_address' | 'timeout' | 'unreachable',
    message: string,
  ) {
    super(message)
    this.name = 'OutboundError'
  }
}
