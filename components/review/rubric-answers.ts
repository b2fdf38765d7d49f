import { useEffect, useState } from 'react'
import { keepUnsent, readUnsentJson } from '@/components/ui/browser-storage'
import { isRecord } from '@/lib/contracts/is-record'
import type { RubricAnswer, RubricItem } from '@/lib/contracts/rubrics'

type Value = RubricAnswer['value']
type Given = { value?: Value; nodeId: string | null }

/** Answers given so far, and the item that number keys apply to. */
export type RubricAnswers = {
  items: readonly RubricItem[]
  active: number
  setActive: (index: number) => void
  answerOf: (item: RubricItem) => Given
  answer: (item: RubricItem, given: Partial<Given>) => void
  /** What the first item that is not done lacks: a required answer, or the step that an answer is about. */
  missing: { item: RubricItem; words: string } | null
  /** The answers as sent to the API. */
  given: RubricAnswer[]
  /** Forgets answers that were kept earlier; null if there are none, or one was changed since. */
  clearKept: (() => void) | null
}

/**
 * @param start answers of an earlier verdict; those that the items no longer allow are left out
 * @param key under which answers are kept until they are sent
 */
export function useRubricAnswers(
  items: readonly RubricItem[],
  start: readonly RubricAnswer[],
  key: string,
): RubricAnswers {
  const [answers, setAnswers] = useState<Readonly<Record<string, Given>>>({})
  const [active, setActive] = useState(0)
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    const kept = readUnsentJson(key)
    if (!isRecord(kept)) return
    setAnswers(Object.fromEntries(Object.entries(kept).flatMap(toGiven)))
    setKept(true)
  }, [key])
  useEffect(() => {
    if (Object.keys(answers).length > 0) keepUnsent(key, JSON.stringify(answers))
  }, [key, answers])
  const answerOf = (item: RubricItem): Given => allowedOf(item, answers[item.key]) ?? startOf(item, start)
  const hasValue = (item: RubricItem) => ![undefined, ''].some((none) => answerOf(item).value === none)
  const lacksStep = (item: RubricItem) => item.of === 'step' && answerOf(item).nodeId === null
  const missing = items.flatMap((item) => {
    if (hasValue(item)) return lacksStep(item) ? [{ item, words: `Choose the step of “${item.label}”.` }] : []
    return item.required && item.of === 'run' ? [{ item, words: `“${item.label}” needs an answer.` }] : []
  })
  return {
    items,
    active,
    setActive,
    answerOf,
    answer: (item, given) => {
      setKept(false)
      setAnswers((before) => ({ ...before, [item.key]: { ...answerOf(item), ...given } }))
    },
    missing: missing[0] ?? null,
    given: items.filter(hasValue).map((item) => {
      const { value = '', nodeId } = answerOf(item)
      return { item: item.key, nodeId: item.of === 'run' ? null : nodeId, value }
    }),
    clearKept: isKept
      ? () => {
          keepUnsent(key, '')
          setAnswers({})
          setKept(false)
        }
      : null,
  }
}

/** Reads a kept answer; storage may hold what another release wrote. */
function toGiven([item, kept]: [string, unknown]): [string, Given][] {
  if (!isRecord(kept)) return []
  const { value, nodeId } = kept
  const isValue = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string'
  return [[item, { nodeId: typeof nodeId === 'string' ? nodeId : null, ...(isValue && { value }) }]]
}

function startOf(item: RubricItem, start: readonly RubricAnswer[]): Given {
  const answer = start.find(
    (candidate) => candidate.item === item.key && (candidate.nodeId === null) === (item.of === 'run'),
  )
  return answer && isAllowed(item, answer.value) ? { value: answer.value, nodeId: answer.nodeId } : { nodeId: null }
}

/** Leaves out a value that the item no longer allows: the questions may be changed while they are answered. */
function allowedOf(item: RubricItem, given: Given | undefined): Given | undefined {
  return given?.value === undefined || isAllowed(item, given.value) ? given : { nodeId: given.nodeId }
}

function isAllowed(item: RubricItem, value: Value): boolean {
  return item.kind === 'note' ? typeof value === 'string' : choicesOf(item).some((choice) => choice.value === value)
}

/** Returns the choices of an item, in the order of the keys 1 to 9; none for free text. */
export function choicesOf({ kind, points = 0, options = [] }: RubricItem): { label: string; value: Value }[] {
  if (kind === 'scale')
    return Array.from({ length: points }, (_, place) => ({ label: String(place + 1), value: place + 1 }))
  if (kind === 'category') return options.map((option) => ({ label: option, value: option }))
  if (kind === 'boolean')
    return [
      { label: 'Yes', value: true },
      { label: 'No', value: false },
    ]
  return []
}
