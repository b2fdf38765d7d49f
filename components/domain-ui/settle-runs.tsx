'use client'

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { toast } from '@/components/ui/toast'
import { useOrigin } from '@/components/ui/use-origin'
import { MAX_ADDED_TRIALS } from '@/lib/contracts/limits'
import type { prepareSettling } from '@/lib/presentation/charts/prepare-trial-progress'
import { formatPlural } from '@/lib/presentation/format/number'
import { shellWord } from '@/lib/presentation/format/text'
import { mutationOf, pagesOf } from '@/lib/queries/query-of'
import { useOffForViewers } from './role'
import { installSnippet } from './snippets'

type SettleRunsProps = {
  project: string
  chain: string
  version: string
  settling: ReturnType<typeof prepareSettling>
}

/** Offers more runs if they would settle the verdict: through the version's executor, or with a command for the client to run. */
export function SettleRuns({ project, chain, version, settling }: SettleRunsProps) {
  const { data } = useInfiniteQuery(
    pagesOf('GET /api/v1/chains/{chain}/versions/{version}/trials', { chain, version }, { project }),
  )
  const origin = useOrigin()
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
          code={`veritas run-trials ${named} --version ${shellWord(version)} --exec "your command"`}
        />
      )}
      {!first.executor && (
        <CodeBlock
          title="Send more runs"
          wrap
          className="w-full"
          code={`veritas import runs.jsonl ${named} --chain-version ${shellWord(version)}`}
        />
      )}
      {(!first.executor || (first.executor === 'local' && first.live.queued > 0)) && (
        <p className="text-ink-3 text-xs">
          <code>veritas</code> comes from this desk: <code className="break-all">{installSnippet(origin)}</code>
        </p>
      )}
    </div>
  )
}

type MoreRunsProps = { project: string; chain: string; version: string; count: number }

/** Button that requests more live runs from the version's executor. Disabled for viewers, with the reason in the tooltip. */
export function MoreRuns({ project, chain, version, count }: MoreRunsProps) {
  const off = useOffForViewers(project, 'request runs')
  const add = useMutation({
    ...mutationOf('POST /api/v1/chains/{chain}/versions/{version}/trials', { project }),
    onError: toast.problem,
  })
  return (
    <Button
      icon={<Play aria-hidden />}
      pending={add.isPending}
      {...off}
      onClick={() => add.mutate({ chain, version, kind: 'live', count })}
    >
      {formatPlural(count, 'more live run')}
    </Button>
  )
}
