import { Badge } from '@/components/ui/badge'
import type { IssueView } from '@/lib/contracts/run-detail'
import { cutMiddle } from '@/lib/presentation/format/text'
import { StatusMark } from './status-mark'

const MESSAGE_MAX = 280

/** An issue of an output: severity, message, kind, and whether it blocks acceptance. */
export function IssueLine({ issue: { severity, message, type, blocker } }: { issue: IssueView }) {
  const kind = type.replaceAll('_', ' ')
  const isSaid = kind.split(' ').every((word) => message.includes(word))
  return (
    <span className="flex items-start gap-2 text-sm">
      <StatusMark status={severity === 'error' ? 'fail' : 'review'} word={severity} wordHidden className="mt-0.5" />
      <span className="wrap-anywhere min-w-0 flex-1" title={message}>
        {cutMiddle(message, MESSAGE_MAX)} {!isSaid && <span className="text-ink-3 text-xs">{kind}</span>}
      </span>
      {blocker && <Badge tone="fail">Blocks</Badge>}
    </span>
  )
}
