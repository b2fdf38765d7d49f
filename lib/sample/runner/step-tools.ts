import { countTokens } from './count-tokens'
import type { Provider } from './provider'
import { type ToolCallBody, toErrorBody } from './trace'

/** What a step works with. Every call is recorded as it went, answers and errors included. */
export class StepTools {
  readonly calls: ToolCallBody[] = []
  readonly tokens = { input: 0, output: 0 }
  costUsd = 0

  constructor(
    private readonly provider: Provider,
    private readonly at: Date,
  ) {}

  /** Calls a tool under a name, with the arguments it gets. */
  async call<A extends object, T>(name: string, args: A, tool: (args: A) => T | Promise<T>): Promise<T> {
    const call: ToolCallBody = { name, arguments: args }
    this.calls.push(call)
    try {
      const result = await tool(args)
      call.result = result
      return result
    } catch (error) {
      call.error = toErrorBody(error)
      throw error
    }
  }

  /** Has the provider answer a prompt with what `respond` writes, within `timeoutMs` when given. */
  async ask(prompt: string, respond: () => string, timeoutMs?: number): Promise<string> {
    this.provider.admit(this.at)
    const inputTokens = this.#count('input', prompt)
    const answer = respond()
    await this.provider.work(inputTokens + countTokens(answer), timeoutMs)
    this.#count('output', answer)
    return answer
  }

  #count(side: 'input' | 'output', text: string): number {
    const tokens = countTokens(text)
    this.tokens[side] += tokens
    this.costUsd += this.provider.charge(tokens)
    return tokens
  }
}
