import { AskedNote } from '@/components/domain-ui/asked-review'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { ContentRemoved } from './content-removed'

/** What few runs have to say of themselves: that people are asked for a verdict, and that their texts were removed. */
export function RunNotes({ project, detail: { run, asked, contentRemoved } }: { project: string; detail: RunDetail }) {
  return (
    <>
      {asked && <AskedNote project={project} runId={run.id} asked={asked} />}
      {contentRemoved && <ContentRemoved removed={contentRemoved} />}
    </>
  )
}
