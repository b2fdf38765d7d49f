import { setTimeout as wait } from 'node:timers/promises'

type ProviderTerms = {
  creditUsd: number
  callsPerMinute: number
  /** Refusals for lack of credit after which the key is blocked. */
  unpaidCallsMax: number
  usdPerToken: number
  msPerToken: number
}

const GENEROUS: ProviderTerms = {
  creditUsd: Number.POSITIVE_INFINITY,
  callsPerMinute: Number.POSITIVE_INFINITY,
  unpaidCallsMax: Number.POSITIVE_INFINITY,
  usdPerToken: 0.000004,
  msPerToken: 0.08,
}

/**
 * A fake model provider: takes time in proportion to the texts, charges per token, limits calls per minute, and refuses when the credit is
 * used up. The caller provides the texts.
 */
export class Provider {
  readonly #terms: ProviderTerms
  #creditUsd: number
  #unpaidCalls = 0
  #minute = ''
  #callsInMinute = 0

  constructor(terms: Partial<ProviderTerms> = {}) {
    this.#terms = { ...GENEROUS, ...terms }
    this.#creditUsd = this.#terms.creditUsd
  }

  get hasCredit(): boolean {
    return this.#creditUsd > 0
  }

  /** Adds credit, and unblocks the key. */
  topUp(creditUsd: number): void {
    this.#creditUsd += creditUsd
    this.#unpaidCalls = 0
  }

  /**
   * Admits a call or refuses it.
   * @param at the time of the call in the sample's calendar, which the limit per minute uses
   * @throws ProviderError 401, 402 or 429
   */
  admit(at: Date): void {
    if (this.#unpaidCalls >= this.#terms.unpaidCallsMax)
      throw new ProviderError(401, 'account_deactivated', 'The API key has been disabled: the account is unpaid.')
    if (this.#creditUsd <= 0) {
      this.#unpaidCalls++
      throw new ProviderError(402, 'insufficient_credits', 'The credit balance is too low to answer this request.')
    }
    const minute = at.toISOString().slice(0, 16)
    this.#callsInMinute = minute === this.#minute ? this.#callsInMinute + 1 : 1
    this.#minute = minute
    if (this.#callsInMinute > this.#terms.callsPerMinute)
      throw new ProviderError(
        429,
        'rate_limit_exceeded',
        `Rate limit exceeded: ${this.#terms.callsPerMinute} calls per minute.`,
      )
  }

  /** Charges the cost of these tokens. @returns US dollars */
  charge(tokens: number): number {
    const costUsd = tokens * this.#terms.usdPerToken
    this.#creditUsd -= costUsd
    return costUsd
  }

  /**
   * Takes time in proportion to the tokens, `limitMs` at most. A slow machine waits longer and does not time out.
   * @throws TimeoutError after the limit, for work that takes longer
   */
  async work(tokens: number, limitMs = Number.POSITIVE_INFINITY): Promise<void> {
    const ms = tokens * this.#terms.msPerToken
    await wait(Math.min(ms, limitMs))
    if (ms > limitMs) throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  }
}

/** A refusal by a provider: an HTTP status and the provider's own code. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly httpStatus: number
  readonly code: string

  constructor(httpStatus: number, code: string, message: string) {
    super(message)
    this.httpStatus = httpStatus
    this.code = code
  }
}

const TOKEN = /[\p{L}\p{N}]{1,6}|[^\s\p{L}\p{N}]/gu

/** Counts the tokens of a text: one for every six letters or digits started, one for every other character. */
export function countTokens(text: string): number {
  return text.match(TOKEN)?.length ?? 0
}
