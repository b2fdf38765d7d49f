/** Prices in US dollars per million tokens. */
export interface JudgePrices {
  inputUsdPerMillion: number
  outputUsdPerMillion: number
}

export interface JudgeUsage {
  inputTokens: number
  outputTokens: number
}

// English has about four characters per token, code three: the estimate is deliberately high.
const charactersPerToken = 2

/** Cost of a call in US dollars. */
export function costOf({ inputTokens, outputTokens }: JudgeUsage, prices: JudgePrices): number {
  return (inputTokens * prices.inputUsdPerMillion + outputTokens * prices.outputUsdPerMillion) / 1e6
}

/** Upper bound of a call's cost in US dollars, before it is made. */
export function estimateCost(promptCharacters: number, maxOutputTokens: number, prices: JudgePrices): number {
  return costOf(
    { inputTokens: Math.ceil(promptCharacters / charactersPerToken), outputTokens: maxOutputTokens },
    prices,
  )
}
