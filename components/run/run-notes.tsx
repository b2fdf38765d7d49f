import { AskedNote } from '@/components/domain-ui/asked-review'
import { Notice } from '@/components/ui/notice'
import { RelativeTime } from '@/components/ui/time'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { formatPlural } from '@/lib/presentation/format/number'

/** What few runs have to say of themselves: that people are asked for a verdict, and that their texts were removed. */
export function RunNotes({ project, detail: { run, asked, contentRemoved } }: { project: string; detail: RunDetail }) {
  return (
    <>
      {asked && <AskedNote project={project} runId={run.id} asked={asked} />}
      {contentRemoved && <ContentRemoved removed={contentRemoved} />}
    </>
  )
}

/** Says that the texts of a run were removed, and what is left. */
function ContentRemoved({ removed: { at, days } }: { removed: NonNullable<RunDetail['contentRemoved']> }) {
  return (
    <Notice
      className="mt-3"
      title={days === null ? 'Content removed' : `Content removed after ${formatPlural(days, 'day')}`}
    >
      What it was asked, answered and did was removed <RelativeTime iso={at} />. Its scores, verdicts and counts are
      unaffected.
    </Notice>
  )
}
