import type { ReviewQueue } from '@/lib/contracts/review-queue'
import { formatCount, formatPlural } from '../format/number'

/** "7 of 30 · about 12 min left". */
export function progressText({ doneToday, waiting, secondsEach }: ReviewQueue): string {
  const of = doneToday + waiting
  const many = waiting >= 1000 ? `more than ${formatCount(of)}` : formatCount(of)
  if (waiting === 0) return doneToday === 0 ? 'Nothing is waiting.' : `${formatPlural(doneToday, 'review')} done`
  const place = `${formatCount(doneToday + 1)} of ${many}`
  return secondsEach === null ? place : `${place} · about ${minutesText(secondsEach * waiting)} left`
}

/** "7 runs wait for a reviewer.", for a person who reviews none of them. */
export function waitingText({ waiting }: ReviewQueue): string {
  if (waiting === 0) return 'Nothing is waiting.'
  return `${waiting >= 1000 ? 'More than ' : ''}${formatPlural(waiting, 'run waits', 'runs wait')} for a reviewer.`
}

function minutesText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return minutes < 90 ? `${minutes} min` : `${formatCount(Math.round(minutes / 60))} h`
}
