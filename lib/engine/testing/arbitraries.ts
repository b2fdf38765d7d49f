import fc from 'fast-check'

const HAIRS = [0, 2 ** -53, -(2 ** -53), 5e-10, -5e-10, 2e-9, -2e-9]

/** Numbers in [0, 1], many of them 0, 1 or one of `ties`, or off by less or more than the engine's tolerance. */
export function unitNear(...ties: readonly number[]): fc.Arbitrary<number> {
  const near = [0, 1, ...ties].flatMap((tie) => HAIRS.map((hair) => tie + hair))
  return fc.oneof(
    fc.constantFrom(...near.filter((value) => value >= 0 && value <= 1)),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
}

/** Hundredths as whole numbers: an oracle compares them exactly, while the engine receives them divided by 100. */
export function hundredths(min = 0, max = 100): fc.Arbitrary<number> {
  return fc.integer({ min, max })
}

/** The same list in another order. */
export function shuffled<T>(items: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length })
}

/** A graph without cycles, its nodes listed in any order; an edge goes from a dependency to its dependent. */
export interface Dag {
  ids: string[]
  edges: (readonly [from: string, to: string])[]
}

const LETTERS = [...'abcdefgh']

export function anyDag(nodesMax = 7): fc.Arbitrary<Dag> {
  return fc.integer({ min: 1, max: nodesMax }).chain((size) => {
    const ids = LETTERS.slice(0, size)
    return shuffled(ids).chain((order) => {
      const pairs = order.flatMap((from, index) => order.slice(index + 1).map((to) => [from, to] as const))
      return fc.record({ ids: fc.constant(ids), edges: fc.shuffledSubarray(pairs) })
    })
  })
}

/** Values of a part of an execution result: missing, empty, and values of every JSON type. */
export const anyValue: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  ...[undefined, null, 0, false, '', [], {}],
  ...['text', '42', 7, -2.5, true, [1, 'x'], { inner: 1 }],
)
