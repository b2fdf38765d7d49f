import { matchesIn } from '../text/plain-text'

const number = '\\$?(?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+)'
// As wide as what `latex.ts` leaves beside a sign.
const gap = '(?:\\s{0,3}| {4,9})'
const operator = `(?:${gap}[+*×÷/]${gap}|\\s{1,3}x\\s{1,3}|\\s{0,3}[-−]${gap})`

/**
 * The pattern of an equation: neither side is a part of a longer number, "3 1/2", or calculation.
 * @param beside what else may not stand directly before the terms, or behind the result
 */
const equating = (terms: string, result: string, beside: { before: string; behind: string; after: string }) =>
  new RegExp(
    `(?=[($.\\d])(?<![\\w.,)%$${beside.before}])(?<!\\d (?=\\d+/))(?<![+*×÷/^−]${gap}|\\S\\s{0,3}-${gap})(?<terms>${terms})${gap}(?<equals>[=≈])${gap}(?<result>${result})(?!\\d|\\.\\d|,\\d{3}| \\d+/\\d|\\s*(?:[+*×÷/−^${beside.behind}]|-\\s*\\d|\\p{L}*\\s*=)${beside.after})`,
    'gu',
  )
const equation = equating(`\\({0,4}${number}(?:${operator}\\({0,4}${number}\\){0,4}){1,12}`, `[-−]?${number}`, {
  before: '',
  behind: '%',
  after: '',
})

const operand = '[$€£]?(?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)'
const operands = new RegExp(operand, 'g')
const measure = '(?:hours|minutes|seconds|days|weeks|months|years|points|votes|items|miles|km|kg)'
const measures = new RegExp(`[$€£]|${measure}`, 'g')
const term = `${operand}(?: ${measure})?`
const terms = `(?<terms>(?:${term}, (?:and )?){0,8}${term},? and ${term})`
const is = '(?:is|are|equals?|makes?|gives?|totals?|comes? to|amounts? to|adds? up to|sums? up to)'
// What may follow would make it another number, or one of several.
const result = `(?<result>${operand})(?![\\d%a-zA-Z]|[.,:/]\\d|\\s?[-–+*×÷/%]|\\s(?:million|billion|thousand|percent|per cent|or|to)\\b)`
/** A calculation told in words that a text has only with a word (of the trait CALCULATION); its sign is empty where the terms have their own. */
interface Wording {
  word: string
  sign: string
  pattern: RegExp
}
const wordings: Wording[] = [
  ...['sum of ', 'total of '].map((word) => ({
    word,
    sign: '+',
    pattern: new RegExp(`\\b${word}${terms} ${is} ${result}`, 'g'),
  })),
  { word: 'product of ', sign: '*', pattern: new RegExp(`\\bproduct of ${terms} ${is} ${result}`, 'g') },
  { word: 'difference ', sign: 'between', pattern: new RegExp(`\\bdifference between ${terms} ${is} ${result}`, 'g') },
  { word: 'ogether', sign: '+', pattern: new RegExp(`\\b[Tt]ogether,? ${terms} ${is} ${result}`, 'g') },
  // "Rows 3 and 5 add up" names rows: numbers after a word are amounts only with a currency.
  {
    word: ' up to ',
    sign: '+',
    pattern: new RegExp(`(?:(?<=^|[.:;(]\\s|\\n)|(?=[$€£]))${terms} (?:add|sum) up to ${result}`, 'g'),
  },
  ...Object.entries({ plus: '+', minus: '-', times: '*', 'multiplied by': '*', 'divided by': '/' }).map(
    ([word, sign]) => ({
      word: ` ${word} `,
      sign,
      pattern: new RegExp(`(?<![\\w.,)] )(?<terms>${operand} ${word} ${operand}) ${is} ${result}`, 'g'),
    }),
  ),
]
/** "$600 ($300 + $300)", but not the sizes of "model 15 (71 × 147)". */
const bracketed: Wording[] = Object.entries({
  '+': `${operand}(?: ?\\+ ?${operand}){1,12}`,
  '× ': `\\d{1,4} ?× [$€£]${operand}`,
  'x $': `\\d{1,4} ?x [$]${operand}`,
}).map(([word, calculation]) => ({
  word,
  sign: '',
  pattern: new RegExp(`(?<![\\w.,$€£/-])(?<result>${operand}) \\((?<terms>${calculation})\\)`, 'g'),
}))
// "20 cars - 12 cars = 8 cars", "45 / 60 = 75%". Times of day and numbers in words are no amounts to calculate with.
const quantity = `\\({0,2}${number}(?:%| {1,9}(?!(?:am|pm|x|hundred|thousand|million|billion|dozen|percent)\\b)\\p{Ll}{2,20})?\\){0,2}`
const quantities = equating(`${quantity}(?:${operator}${quantity}){1,6}`, `[-−]?${number}%?`, {
  before: ':',
  behind: '',
  after: '|:\\d|\\s(?:hundred|thousand|million|billion|dozen|percent|to|or)\\b',
})
const unit = / (\p{Ll}{2,20})/gu
const marker = /^\d{1,3}\s*[-−]\s*/
const lengthMax = 200

/** A calculation in a text: its place, and its two sides; it is right if one reading of its left side is. */
export interface Equation {
  start: number
  end: number
  left: string
  right: string
  otherReadings?: string[]
  /** Whether it only says "about", which no result contradicts. */
  isApproximate?: boolean
}

/**
 * Returns the equations of a text, also those in words, unless `mayBeTold` says that it has none of the words of a calculation.
 * Signs of bold type are no operators.
 */
export function equationsIn(prose: string, mayBeTold = true): Equation[] {
  const isEquated = prose.includes('=') || prose.includes('≈')
  const mayHave = [...(mayBeTold ? wordings : []), ...(prose.includes('(') ? bracketed : [])]
  const told = mayHave.filter(({ word }) => prose.includes(word))
  if (!isEquated && told.length === 0) return []
  const text = prose.replaceAll('**', '  ')
  return [
    ...(isEquated ? matchesIn(text, equation) : [])
      .filter(([whole]) => whole.length <= lengthMax)
      .map((match) => equationOf(match, match.groups?.terms, match.groups?.result)),
    ...(isEquated ? matchesIn(text, quantities) : []).flatMap(quantified),
    ...told.flatMap(({ sign, pattern }) =>
      matchesIn(text, pattern).flatMap((match) => {
        const { terms = '', result } = match.groups ?? {}
        const numbers = terms.match(operands) ?? []
        if (new Set(terms.match(measures)).size > 1) return []
        if (sign === '') return equationOf(match, terms, result)
        if (sign === 'between') numbers.sort((one, other) => toNumber(other) - toNumber(one))
        return equationOf(match, numbers.join(sign === 'between' ? ' - ' : ` ${sign} `), result)
      }),
    ),
  ]
}

/** The equation of amounts with units or per cent; none if it may convert units, or add a share of what it is added to. */
function quantified(match: RegExpExecArray): Equation[] {
  const { terms = '', result = '' } = match.groups ?? {}
  const isShare = result.endsWith('%')
  if (match[0].length > lengthMax || !(isShare || /%|\p{L}{2}/u.test(terms))) return []
  const units = new Set([...terms.matchAll(unit)].map(([, name = '']) => name.replace(/s$/, '')))
  const isProduct = !/[-+−÷/]/.test(terms)
  if (isProduct ? new Set(terms.match(measures)).size > 1 : units.size > 1) return []
  const shares = terms.match(/%/g)?.length ?? 0
  const isShared = isShare && shares === terms.match(operands)?.length
  if (shares > 0 && /[-+−]/.test(terms) && !isShared) return []
  const bare = terms.replace(unit, '')
  const readings = [bare.replaceAll('%', ''), bare.replace(/([\d.,]+)%/g, '($1/100)')]
  const [left = '', ...otherReadings] = isShare ? [...readings, ...readings.map((one) => `(${one})*100`)] : readings
  return [{ ...equationOf(match, left, result.replace('%', '')), otherReadings }]
}

function equationOf({ index, 0: whole, groups }: RegExpExecArray, left = '', right = ''): Equation {
  const equation = { start: index, end: index + whole.length, left, right }
  return groups?.equals === '≈' ? { ...equation, isApproximate: true } : equation
}

/** Returns the results of the correct equations. */
export function computedIn(equations: readonly Equation[]): number[] {
  return equations.flatMap((one) => (isCorrect(one) ? [toNumber(one.right)] : []))
}

/** Whether an equation is right. "Step 1 - 30 + 5 = 35": the leading number may count the step. */
function isCorrect({ left, right, otherReadings = [] }: Equation): boolean {
  return [left, left.replace(marker, ''), ...otherReadings].some((one) => {
    const value = evaluate(one)
    return value !== null && isResult(right, value)
  })
}

/** An equation whose result is wrong: its place in the text, and what the result would be. */
interface WrongEquation {
  start: number
  end: number
  evidence: string
}

/** Recomputes equations: those that are wrong, and the number of right ones. */
export function recompute(equations: readonly Equation[]): { wrong: WrongEquation[]; right: number } {
  const wrong: WrongEquation[] = []
  let right = 0
  for (const equation of equations) {
    const { start, end, left } = equation
    const computed = evaluate(left)
    if (computed === null) continue
    if (isCorrect(equation)) {
      right++
      continue
    }
    if (equation.isApproximate) continue
    const evidence = `${left.trim().replace(/\s+/g, ' ')} is ${Number(computed.toPrecision(10))}.`
    wrong.push({ start, end, evidence })
  }
  return { wrong, right }
}

/** Whether `written` is the value, rounded or truncated at its own last digit. */
function isResult(written: string, value: number): boolean {
  const claimed = toNumber(written)
  const step = 1 / 10 ** (written.split('.')[1]?.length ?? 0)
  return Math.abs(value - claimed) <= step / 2 + 1e-9 || (claimed <= value && value - claimed < step)
}

function toNumber(text: string): number {
  return Number(text.replace(/[$€£,\s]/g, '').replace('−', '-'))
}

/** Evaluates an arithmetic expression with brackets; null when the brackets do not match or a divisor is zero. */
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
