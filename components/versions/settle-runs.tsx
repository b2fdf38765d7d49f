'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { CodeBlock } from '@/components/ui/code-block'
import type { prepareSettling } from '@/lib/charts/prepare-settling'
import { MAX_ADDED_TRIALS } from '@/lib/contracts/vocabulary'
import { formatPlural } from '@/lib/format/number'
import { shellWord } from '@/lib/format/shell-word'
import { versionQueries } from '@/lib/queries/versions'
import { MoreRuns } from './more-runs'

type SettleRunsProps = {
  project: string
  chain: string
  version: string
  settling: ReturnType<typeof prepareSettling>
}

/** More runs where more would settle the verdict: made by the version's executor, or sent by whoever has none. */
export function SettleRuns({ project, chain, version, settling }: SettleRunsProps) {
  const { data } = useInfiniteQuery(versionQueries.trials(project, { chain, version }))
  const first = data?.pages[0]
  if (!first || !settling) return null
  const waiting = first.live.queued + first.live.running
  const named = `--chain ${shellWord(chain)}`
  return (
    <div className="mt-4 grid justify-items-start gap-2 text-sm">
      {waiting > 0 ? (
        <p className="text-ink-2">{formatPlural(waiting, 'more live run')} under way.</p>
      ) : (
        <p>{settling.words}</p>
      )}
      {first.executor && waiting === 0 && (
        <MoreRuns
          project={project}
          chain={chain}
          version={version}
          count={Math.min(settling.count, MAX_ADDED_TRIALS)}
        />
      )}
      {first.executor === 'local' && first.live.queued > 0 && (
        <CodeBlock
          title="Run what waits"
          wrap
          className="w-full"
          code={`npx veritas run-trials ${named} --version ${shellWord(version)} --exec "your command"`}
        />
      )}
      {!first.executor && (
        <CodeBlock
          title="Send more runs"
          wrap
          className="w-full"
          code={`npx veritas import runs.jsonl ${named} --chain-version ${shellWord(version)}`}
        />
      )}
    </div>
  )
}
