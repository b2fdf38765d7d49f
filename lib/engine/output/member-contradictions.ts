import { findContradictions } from '../hallucination/contradictions'
import { readGiven, toMaterial } from '../hallucination/material'
import type { OutputText } from './texts'

const nothingGiven = readGiven({})
const SEPARATOR = '\n\n'
/** Longer objects are read only to here. */
const MAX_CHARACTERS = 200_000

/** Members that tell of another state, side or voice than those beside them. */
const apart =
  /^(?:before|after|old|new|prev\w*|current|orig\w*|revised|draft|final|expected|actual|received|left|right|min\w*|max\w*|from|to|best|worst|pros?|cons?|quote\w*|example\w*|question|query|request|prompt|input|alternative\w*|counter\w*|claim|hypothesis|premise)(?![a-z])/i

const lastStep = /(?:\.[^.[\]]+|\["(?:[^"\\]|\\.)*"\])$/

interface MemberContradiction {
  path: string
  text: string
  evidence: string
}

/**
 * Finds statements of one member of an object that another member contradicts. Items of lists and members of different objects may be
 * records of different things, as may members whose names differ only in a number or a letter (`plan_a`, `plan_b`).
 */
export function memberContradictions(texts: readonly OutputText[]): MemberContradiction[] {
  return [...byObject(texts).values()].flatMap((members) => {
    const joined = members.map(({ text }) => text).join(SEPARATOR)
    if (members.length < 2 || joined.length > MAX_CHARACTERS) return []
    const { findings } = findContradictions(toMaterial(joined, nothingGiven))
    return findings.flatMap(({ span, evidence }): MemberContradiction[] => {
      const member = memberAt(members, span.start)
      return member && !isOwn(member.text, span.text) ? [{ path: member.path, text: span.text, evidence }] : []
    })
  })
}

function byObject(texts: readonly OutputText[]): Map<string, OutputText[]> {
  const objects = new Map<string, OutputText[]>()
  for (const one of texts) {
    if (one.key === '' || apart.test(one.key)) continue
    const parent = one.path.replace(lastStep, '')
    objects.set(parent, [...(objects.get(parent) ?? []), one])
  }
  for (const [parent, members] of objects) {
    const stems = members.map(({ key }) => stemOf(key))
    objects.set(
      parent,
      members.filter((_member, at) => stems.indexOf(stems[at] ?? '') === stems.lastIndexOf(stems[at] ?? '')),
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

/** Whether a text contradicts the statement by itself, so that it is reported with the text. */
function isOwn(text: string, statement: string): boolean {
  return findContradictions(toMaterial(text, nothingGiven)).findings.some(({ span }) => span.text === statement)
}
