import type { DeadLetterRow } from '@/lib/contracts/dead-letters'
import { RetryTime } from './retry-time'

/** In a row: when the next retry comes, or whom the item waits for. */
export function NextStep({ item }: { item: DeadLetterRow }) {
  if (item.status === 'retrying')
    return <span className="block max-w-44 truncate">{item.leasedBy ? `by ${item.leasedBy}` : 'now'}</span>
  if (item.waitsFor === 'backoff' && item.nextRetry) return <RetryTime at={item.nextRetry} />
  if (item.waitsFor === 'person') return <span className="text-review-fg">waits for a person</span>
  if (item.waitsFor === 'worker') return 'waits for a worker'
  return item.waitsFor === 'desk' ? 'within a minute' : null
}
