const inlineMath = /(?<![\\$\w])\$((?:[^$\n\\]|\\[^\n]){1,300})\$(?!\d)/g
const command = /\\[a-zA-Z]/
const written = /\\[a-zA-Z%$([]/
const bracketSize = /\\(?:left|right|[bB]igg?[lr]?)(?![a-zA-Z])([)\]]?)/g
const wrapper = /\\(?:text|textbf|textit|mathrm|mathbf|mathit|mbox|operatorname|boxed)\{([^{}]*)\}/g
const fraction = /\\[dt]?frac\{([^{}]{1,120})\}\{([^{}]{1,120})\}/g
const sign =
  /\\(times|cdot|div|approx|leq?|geq?|pm)(?![a-zA-Z])|\\([%$#&_])|\\(?:[,;:! ()[\]\\]|q?quad(?![a-zA-Z]))|\$\$/g
const signs: Readonly<Record<string, string>> = {
  times: '×',
  cdot: '×',
  div: '÷',
  approx: '≈',
  le: '≤',
  leq: '≤',
  ge: '≥',
  geq: '≥',
  pm: '±',
}
/** Fractions within fractions, and words within boxes. */
const depthMax = 3

/** Whether an operand needs brackets. */
const isCompound = (operand: string) => /[-+−]/.test(operand.trim())

/**
 * Writes formulas of LaTeX with plain signs, position by position: "\frac{12 + 15}{2} \approx 13.5" as "(12 + 15)/2 ≈ 13.5". What replaces a
 * longer command is filled up with spaces. A fraction of two sums stays as it is: the signs have no room for both pairs of brackets.
 */
export function inPlainSigns(text: string): string {
  if (!text.includes('\\') || !written.test(text)) return text
  let plain = text
    .replace(inlineMath, (whole, inner: string) => (command.test(inner) ? ` ${inner} ` : whole))
    .replace(bracketSize, (whole, closing: string) => closing.padEnd(whole.length))
  for (let depth = 0; depth < depthMax; depth++)
    plain = plain
      .replace(wrapper, (whole, inner: string) => `${blank(whole.slice(0, -inner.length - 1))}${inner} `)
      .replace(fraction, divided)
  return plain.replace(sign, (whole, name?: string, character?: string) =>
    character === '$' ? ' $' : (signs[name ?? ''] ?? character ?? '').padEnd(whole.length),
  )
}

const blank = (text: string) => ' '.repeat(text.length)

function divided(whole: string, upper: string, lower: string): string {
  const length = whole.length - upper.length - lower.length - 3
  if (isCompound(upper)) return isCompound(lower) ? whole : `${'('.padStart(length)}${upper})/${lower} `
  return isCompound(lower) ? `${' '.repeat(length)}${upper}/(${lower})` : `${' '.repeat(length)}${upper}/ ${lower} `
}
