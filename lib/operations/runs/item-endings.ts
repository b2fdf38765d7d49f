import { validate } from 'uuid'
import { Prisma } from '@/lib/db/generated/client'

/**
 * A change of the verdicts on runs. `inForce`: the decision that counts after it, which answers for every assignment and hold that the change
 * ends. `takenBack`: the one that counts no longer: what it ended is back where the run waits again, unless something newer took its place.
 */
export type VerdictChange = { inForce: string | null; takenBack: string | null }

/** A claim or an assignment ends when its person has reviewed the run or the item is done. */
export const isFree = (person: 'claimed_by_id' | 'assigned_to_id') =>
  Prisma.raw(`(excluded.state = 'done' OR review_item.${person} = ANY(excluded.said_by))`)

/** A hold ends with its person's review or with the item; one of a person who had reviewed the run before is for others, and stays. */
const IS_RELEASED = Prisma.raw(
  `(excluded.state = 'done' OR review_item.held_by_id = ANY(excluded.said_by) AND NOT review_item.held_by_id = ANY(review_item.said_by))`,
)

/** When an assignment or a hold of an item ends, and when one that ended is back: not before its person has taken back their own verdict. */
const endings = {
  assigned_to_id: {
    isOver: isFree('assigned_to_id'),
    isBack: Prisma.raw('NOT review_item.was_assigned_to_id = ANY(excluded.said_by)'),
  },
  held_until: { isOver: IS_RELEASED, isBack: Prisma.sql`true` },
}

/** Sets an assignment or a hold, what it was before a verdict ended it, and which verdict that was. */
export function endingOf(
  field: keyof typeof endings,
  endedBy: 'assignment_ended_by' | 'hold_ended_by',
  { inForce, takenBack }: VerdictChange,
): Prisma.Sql {
  const { isOver, isBack } = endings[field]
  const column = (name: string) => Prisma.raw(`review_item.${name}`)
  const [now, was, by] = [column(field), column(`was_${field}`), column(endedBy)]
  const isEnded = Prisma.sql`${uuidText(inForce)} IS NOT NULL AND ${now} IS NOT NULL AND ${isOver}`
  const isTakenBack = Prisma.sql`${by} = ${uuidText(takenBack)}`
  const isRestored = Prisma.sql`${isTakenBack} AND excluded.state = 'waiting' AND ${isBack}`
  return Prisma.sql`
    ${Prisma.raw(field)} = CASE WHEN ${isRestored} THEN ${was} WHEN ${isOver} THEN NULL ELSE ${now} END,
    ${Prisma.raw(`was_${field}`)} = CASE WHEN ${isRestored} THEN NULL WHEN ${isEnded} THEN ${now} ELSE ${was} END,
    ${Prisma.raw(endedBy)} = CASE WHEN ${isRestored} THEN NULL WHEN ${isEnded} OR ${isTakenBack} THEN ${uuidText(inForce)} ELSE ${by} END`
}

/**
 * An id as text of a statement. Citus passes no parameters on to what an INSERT of a SELECT does on a conflict.
 * @throws Error if it is none
 */
export function uuidText(id: string | null): Prisma.Sql {
  if (id !== null && !validate(id)) throw new Error('not the id of a decision')
  return Prisma.raw(id === null ? 'NULL::uuid' : `'${id}'::uuid`)
}
