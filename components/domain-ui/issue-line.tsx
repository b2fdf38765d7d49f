import { Badge } from '@/components/ui/badge'
import type { IssueView } from '@/lib/contracts/run-detail'
import { cutMiddle } from '@/lib/presentation/format/text'
import { findingText } from '@/lib/presentation/labels/findings'
import { StatusMark } from './status-mark'

const TEXT_MAX = 380

/** An issue of an output: severity, what it says, and whether it blocks acceptance. */
export function IssueLine({ issue }: { issue: IssueView }) {
  const { severity, blocker } = issue
  const text = findingText(issue)
  return (
    <span className="flex items-start gap-2 text-sm">
      <StatusMark status={severity === 'error' ? 'fail' : 'review'} word={severity} wordHidden className="mt-0.5" />
      <span className="wrap-anywhere min-w-0 flex-1" title={text}>
        {cutMiddle(text, TEXT_MAX)}
      </span>
      {blocker && <Badge tone="fail">Blocks</Badge>}
    </span>
  )
}
