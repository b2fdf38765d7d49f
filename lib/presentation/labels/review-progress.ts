import type { ReviewQueue } from '@/lib/contracts/review-queue'
import { formatCount, formatPlural } from '../format/number'
import { uncapital } from '../format/text'

/**
 * "7 of 30 · about 12 min left", or "24 runs · about 12 min left" where the reviewed runs that match are not known.
 * @param isJudged whether the run that is shown is among those done: its verdict is given, and what was hidden is being read
 */
export function progressText(queue: ReviewQueue, isJudged = false): string {
  const { doneToday, waiting, everything, exact, secondsEach } = queue
  if (waiting === 0 && doneToday) return `${formatPlural(doneToday, 'review')} done`
  if (waiting === 0) return everything > 0 ? 'Nothing that matches is waiting.' : 'Nothing is waiting.'
  const place = placeText(queue, isJudged)
  if (secondsEach === null) return place
  return `${place} · ${exact.waiting ? 'about' : 'over'} ${minutesText(secondsEach * waiting)} left`
}

function placeText({ doneToday, waiting, exact }: ReviewQueue, isJudged: boolean): string {
  if (doneToday === null) return `${exact.waiting ? '' : 'More than '}${formatPlural(waiting, 'run')}`
  const many = `${exact.waiting ? '' : 'more than '}${formatCount(waiting + doneToday)}`
  return `${formatCount(doneToday + (isJudged ? 0 : 1))} of ${many}`
}

/** "Approved run-7. Next: run-8, 8 of 30.", for the ear: what was done, and the run that is shown since. */
export function nextText(done: string, clientId: string, queue: ReviewQueue | undefined): string {
  const place = queue && queue.waiting > 0 ? `, ${uncapital(placeText(queue, false))}` : ''
  return `${done} Next: ${clientId}${place}.`.trim()
}

/** "7 runs wait for a reviewer.", for a person who reviews none of them. */
export function waitingText(queue: ReviewQueue): string {
  return queue.waiting === 0 ? 'Nothing is waiting.' : `${waitFor('a reviewer', queue)}.`
}

/**
 * "24 runs, some for several reasons, about 12 min.", above the rows of the reasons, which may add up to more than the runs: in one line of
 * a narrow column. A person who reviews none of them reads how many wait for a reviewer.
 */
export function queueText(queue: ReviewQueue, isReviewer: boolean): string {
  const { waiting, exact, reasons, secondsEach } = queue
  const whom = isReviewer ? 'you' : 'a reviewer'
  if (waiting === 0) return `Nothing is waiting for ${whom}.`
  const hasSeveral = reasons.reduce((sum, { count }) => sum + count, 0) > waiting
  const several = hasSeveral ? `, ${waiting === 1 ? '' : 'some '}for several reasons` : ''
  const time = secondsEach === null ? '' : `, ${exact.waiting ? 'about' : 'over'} ${minutesText(secondsEach * waiting)}`
  const runs = several && time ? runsOf(queue, 'run', 'runs') : waitFor(whom, queue)
  return `${runs}${several}${time}.`
}

const waitFor = (whom: string, queue: ReviewQueue) => `${runsOf(queue, 'run waits', 'runs wait')} for ${whom}`

const runsOf = ({ waiting, exact }: ReviewQueue, one: string, many: string) =>
  `${exact.waiting ? '' : 'More than '}${formatPlural(waiting, one, many)}`

/** A count of a row that is part of `isExact` counting: "24", or "612+" if more may wait; nothing where none was found and some may wait. */
export function formatWaiting(count: number, isExact: boolean): string {
  if (isExact) return formatCount(count)
  return count === 0 ? '' : `${formatCount(count)}+`
}

function minutesText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return minutes < 90 ? `${minutes} min` : `${formatCount(Math.round(minutes / 60))} h`
}
