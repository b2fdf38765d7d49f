/** A refusal as a provider sends it: an HTTP status and the provider's own code. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'

  constructor(
    readonly httpStatus: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}
