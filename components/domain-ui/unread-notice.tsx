'use client'

import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { RelativeTime } from '@/components/ui/time'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { unreadLabel, unreadWords } from '@/lib/presentation/labels/unread'

const SHOWN = 5

type UnreadNoticeProps = {
  detail: Pick<RunDetail, 'unread' | 'nodes'>
  onRetry: () => void
  pending: boolean
}

/** Lists the values of a run that cannot be read from the payload store. */
export function UnreadNotice({ detail: { unread, nodes }, onRetry, pending }: UnreadNoticeProps) {
  const { title, why } = unreadWords(unread)
  return (
    <Notice
      tone="review"
      className="mb-6"
      title={title}
      action={
        <Button size="sm" pending={pending} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p>{why}</p>
      <ul className="my-1 list-disc pl-5">
        {unread.slice(0, SHOWN).map((value) => (
          <li key={`${value.nodeId} ${value.field}`} className="break-words">
            {unreadLabel(value, nodes)}, moved there <RelativeTime iso={value.movedAt} />
          </li>
        ))}
        {unread.length > SHOWN && <li>and {unread.length - SHOWN} more</li>}
      </ul>
      <p>They are not empty. Scores, verdicts and counts are unaffected.</p>
    </Notice>
  )
}

/** Notice that the run on this page can no longer be read. */
export function GoneNotice() {
  return (
    <Notice tone="review" className="mb-6" title="This run is gone">
      It was deleted, or you no longer belong to the project. What is shown is from before and takes no more verdicts or
      comments.
    </Notice>
  )
}
