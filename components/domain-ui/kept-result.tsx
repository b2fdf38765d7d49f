import { Link } from '@/components/ui/link'
import type { KeptResult } from '@/lib/contracts/kept-scenarios'
import { keptMarks, keptSentence } from '@/lib/presentation/labels/kept'
import { runHref } from '@/lib/presentation/links'
import { StatusMark } from './status-mark'

/** Result of a kept scenario on a version: its status, a sentence, and links to the runs. */
export function KeptResultText({ project, result }: { project: string; result: KeptResult }) {
  const { state, runId } = result
  const { word, status } = keptMarks[state]
  return (
    <div className="text-sm">
      <StatusMark status={status} word={word} />
      <p className="break-words text-ink-2">
        {keptSentence(result)}{' '}
        {runId && (
          <Link href={runHref(project, runId)} className="link">
            Open the run
          </Link>
        )}
      </p>
    </div>
  )
}
