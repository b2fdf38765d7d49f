import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../hallucination/detect-hallucinations'
import type { DetectHallucinationsInput } from '../hallucination/material'

/** `type verdict severity: text` of every finding. */
export function foundIn(output: string, rest: Omit<DetectHallucinationsInput, 'output'> = {}): string[] {
  return detectHallucinations({ output, ...rest }).findings.map(
    ({ type, verdict, severity, span }) => `${type} ${verdict} ${severity}: ${span.text}`,
  )
}

/** The claims of an output that a source contradicts, as they are written. */
export function contradictedBy(source: string, output: string): string[] {
  return contradictedIn({ output, sources: [{ id: 's', text: source }] })
}

/** The same of results of tools. */
export function contradictedByTools(toolResults: readonly string[], output: string): string[] {
  return contradictedIn({ output, toolResults })
}

function contradictedIn(input: DetectHallucinationsInput): string[] {
  return detectHallucinations(input).findings.flatMap(({ verdict, span }) =>
    verdict === 'contradicted' ? span.text : [],
  )
}

/** Statements that are right by a source, and some that are contradicted by it. */
export interface Told {
  what: string
  source: string
  right?: readonly string[]
  wrong?: readonly string[]
}

/** Tests that nothing right is contradicted, and everything wrong is. */
export function testTold(told: readonly Told[]): void {
  describe.each(told)('$what: $source', ({ source, right = [], wrong = [] }) => {
    if (right.length > 0)
      it.each(right)('does not contradict: %s', (output) => expect(contradictedBy(source, output)).toEqual([]))
    if (wrong.length > 0)
      it.each(wrong)('contradicts: %s', (output) => expect(contradictedBy(source, output)).not.toEqual([]))
  })
}
