import { setTimeout as wait } from 'node:timers/promises'
import { countTokens } from './count-tokens'
import { ProviderError } from './provider-error'

export type ProviderTerms = {
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

export type Completion = { answer: string; tokens: { input: number; output: number }; costUsd: number }

/**
 * A stand-in for a model provider: it takes as long as the texts are long, charges by the token, limits calls by the minute,
 * and refuses when the credit is used up. The texts come from whoever asks; the rest is its own bookkeeping.
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

  /** Pays in, and has a blocked key opened again. */
  topUp(creditUsd: number): void {
    this.#creditUsd += creditUsd
    this.#unpaidCalls = 0
  }

  /**
   * Answers `prompt` with what `respond` writes.
   * @param at the time of the call as the chain's calendar has it, which the limit by the minute counts in
   * @throws ProviderError 401, 402 or 429, and a TimeoutError when `signal` ends the wait
   */
  async complete(prompt: string, respond: () => string, at: Date, signal?: AbortSignal): Promise<Completion> {
    this.#admit(at)
    const answer = respond()
    const tokens = { input: countTokens(prompt), output: countTokens(answer) }
    await this.#take((tokens.input + tokens.output) * this.#terms.msPerToken, signal)
    const costUsd = (tokens.input + tokens.output) * this.#terms.usdPerToken
    this.#creditUsd -= costUsd
    return { answer, tokens, costUsd }
  }

  #admit(at: Date): void {
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

  async #take(ms: number, signal?: AbortSignal): Promise<void> {
    try {
      await wait(ms, undefined, { signal })
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  }
}
