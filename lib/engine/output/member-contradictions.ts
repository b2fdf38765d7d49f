import { findContradictions } from '../hallucination/checks/contradictions'
import { readGiven, toMaterial } from '../hallucination/material'
import type { OutputText } from './texts'

const nothingGiven = readGiven({})
const SEPARATOR = '\n\n'
/** Longer objects are not read. */
const MAX_CHARACTERS = 200_000

/** Members about another state, side or voice than those beside them. */
const apart =
  /^(?:before|after|old|new|prev\w*|current|orig\w*|revised|draft|final|expected|actual|received|left|right|min\w*|max\w*|from|to|best|worst|pros?|cons?|quote\w*|example\w*|question|query|request|prompt|input|alternative\w*|counter\w*|claim|hypothesis|premise)(?![a-z])/i

const lastStep = /(?:\.[^.[\]]+|\["(?:[^"\\]|\\.)*"\])$/

interface MemberContradiction {
  path: string
  text: string
  evidence: string
}

/** Finds statements of a text that another of its statements contradicts. */
export const contradictionsIn = (text: string) => findContradictions(toMaterial(text, nothingGiven)).findings

/**
 * Finds statements of one member of an object that another member contradicts. Items of lists and members of different objects may be
 * records of different things, as may members whose names differ only in a number or a letter (`plan_a`, `plan_b`).
 */
export function memberContradictions(texts: readonly OutputText[]): MemberContradiction[] {
  return [...byObject(texts).values()].flatMap((members) => {
    const joined = members.map(({ text }) => text).join(SEPARATOR)
    if (members.length < 2 || joined.length > MAX_CHARACTERS) return []
    const found = contradictionsIn(joined).map((one) => ({ ...one, member: memberAt(members, one.span.start) }))
    return [...Map.groupBy(found, ({ member }) => member)].flatMap(([member, findings]) => {
      if (!member) return []
      // What a text contradicts by itself is reported with the text.
      const own = new Set(contradictionsIn(member.text).map(({ span }) => span.text))
      return findings.flatMap(({ span, evidence }): MemberContradiction[] =>
        own.has(span.text) ? [] : [{ path: member.path, text: span.text, evidence }],
      )
    })
  })
}

function byObject(texts: readonly OutputText[]): Map<string, OutputText[]> {
  const named = texts.filter(({ key }) => key !== '' && !apart.test(key))
  const objects = Map.groupBy(named, ({ path }) => path.replace(lastStep, ''))
  for (const [parent, members] of objects) {
    const byStem = Map.groupBy(members, ({ key }) => stemOf(key))
    objects.set(
      parent,
      members.filter(({ key }) => byStem.get(stemOf(key))?.length === 1),
    )
  }
  return objects
}

/** `option1` and `option2`, `plan_a` and `plan_b` have one stem. */
const stemOf = (key: string) => key.replace(/(?:\d+|[_-][a-z]|(?<=[a-z])[A-Z])$/, '#').toLowerCase()

function memberAt(members: readonly OutputText[], position: number): OutputText | undefined {
  let end = 0
  return members.find(({ text }) => {
    end += text.length + SEPARATOR.length
    return position < end
  })
}
