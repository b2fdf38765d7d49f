'use client'

import { useMutation } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'
import type { AuditCheck } from '@/lib/contracts/audit'
import { formatPlural } from '@/lib/format/number'
import { verifyAuditMutation } from '@/lib/queries/audit'
import { toProblem } from '@/lib/queries/problem'

/** Recomputes the chain on the server, and says what came of it. */
export function VerifyChain({ project }: { project: string }) {
  const verify = useMutation(verifyAuditMutation(project))
  const problem = verify.error ? toProblem(verify.error) : null
  return (
    <div className="mb-4 grid gap-2" aria-live="polite">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button pending={verify.isPending} onClick={() => verify.mutate()}>
          Verify the chain
        </Button>
        <span className="text-ink-3 text-xs">
          Or anywhere: <code className="font-mono">veritas verify-audit</code>
        </span>
      </div>
      {problem && (
        <Notice tone="fail" title="It could not be verified">
          {problem.message}
        </Notice>
      )}
      {verify.data && <Verdict check={verify.data} />}
    </div>
  )
}

function Verdict({ check: { events, head, fault } }: { check: AuditCheck }) {
  if (fault) {
    const before =
      events === 0
        ? 'No event before it was checked.'
        : `${formatPlural(events, 'event')} before it are as they were written.`
    return (
      <Notice tone="fail" title={`The log is not as it was written: event ${fault.seq}`}>
        {sentence(fault.message)} {before}
      </Notice>
    )
  }
  if (!head) return <Notice tone="neutral">There is nothing to verify yet.</Notice>
  return (
    <Notice tone="pass" title={`All ${formatPlural(events, 'event')} are as they were written`}>
      <p className="flex flex-wrap items-center gap-x-1">
        Head <code className="break-all font-mono text-xs">{head.hash}</code>
        <CopyButton text={head.hash} label="Copy the head" />
      </p>
      <p className="text-ink-2">
        Keep it somewhere else: <code className="font-mono text-xs">veritas verify-audit --head</code> then also finds a
        log that was written anew.
      </p>
    </Notice>
  )
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
