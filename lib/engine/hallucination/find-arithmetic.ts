import { type CheckResult, type Material, spanOf } from '@/lib/engine/hallucination/finding'

const number = '\\$?(?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+)'
const operator = '(?:\\s{0,3}[+*×÷/]\\s{0,3}|\\s{1,3}x\\s{1,3}|\\s{0,3}[-−]\\s{0,3})'
const equation = new RegExp(
  `(?=[($.\\d])(?<![\\w.,)%$])(?<![+*×÷/^−]\\s{0,3}|\\S\\s{0,3}-\\s{0,3})(\\({0,4}${number}(?:${operator}\\({0,4}${number}\\){0,4}){1,12})\\s{0,3}=\\s{0,3}([-−]?${number})(?!\\d|\\.\\d|,\\d{3}|\\s*(?:[+*×÷/%−^]|-\\s*\\d|\\p{L}*\\s*=))`,
  'gu',
)
const marker = /^\d{1,3}\s*[-−]\s*/
const lengthMax = 200

/** Results of the equations in a text that are right. */
export function computedIn(prose: string): number[] {
  return [...prose.matchAll(equation)].flatMap(([whole, left = '', right = '']) => {
    const value = whole.length <= lengthMax ? (evaluate(left.replace(marker, '')) ?? evaluate(left)) : null
    return value !== null && isResult(right, value) ? [toNumber(right)] : []
  })
}

/** Recomputes equations written out in the text, like `3 * 4 = 12`. A result rounded or cut at its own precision is right. */
export function findArithmetic({ prose, output }: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  for (const match of prose.matchAll(equation)) {
    const [whole, left = '', right = ''] = match
    const computed = whole.length <= lengthMax ? evaluate(left) : null
    if (computed === null) continue
    // "Step 1 - 30 + 5 = 35": the number in front may count the step.
    const behindMarker = evaluate(left.replace(marker, ''))
    if (isResult(right, computed) || (behindMarker !== null && isResult(right, behindMarker))) {
      result.verified++
      continue
    }
    result.findings.push({
      type: 'self_contradiction',
      verdict: 'contradicted',
      severity: 'confirmed',
      confidence: 0.95,
      span: spanOf(output, match.index, match.index + whole.length),
      evidence: `${left.trim()} is ${Number(computed.toPrecision(10))}.`,
    })
  }
  return result
}

/** True when `written` is the value, rounded or cut at its own last digit. */
function isResult(written: string, value: number): boolean {
  const claimed = toNumber(written)
  const step = 1 / 10 ** (written.split('.')[1]?.length ?? 0)
  return Math.abs(value - claimed) <= step / 2 + 1e-9 || (claimed <= value && value - claimed < step)
}

function toNumber(text: string): number {
  return Number(text.replace(/[$,\s]/g, '').replace('−', '-'))
}

/** Value of a sum with products and brackets; null when the brackets do not match or a divisor is zero. */
function evaluate(text: string): number | null {
  const tokens = text.match(new RegExp(`${number}|[-+*×÷/x−()]`, 'gu')) ?? []
  let at = 0
  function primary(): number {
    const token = tokens[at++]
    if (token !== '(') return token === undefined ? Number.NaN : toNumber(token)
    const inner = sum()
    return tokens[at++] === ')' ? inner : Number.NaN
  }
  function product(): number {
    let value = primary()
    for (let sign = tokens[at]; sign && '*×x÷/'.includes(sign); sign = tokens[at]) {
      at++
      value = '*×x'.includes(sign) ? value * primary() : value / primary()
    }
    return value
  }
  function sum(): number {
    let value = product()
    for (let sign = tokens[at]; sign && '+-−'.includes(sign); sign = tokens[at]) {
      at++
      value = sign === '+' ? value + product() : value - product()
    }
    return value
  }
  const value = sum()
  return at === tokens.length && Number.isFinite(value) ? value : null
}
