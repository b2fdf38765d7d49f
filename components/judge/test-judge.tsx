'use client'

import { useMutation } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { formatDuration } from '@/lib/presentation/format/date'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'

type TestJudgeProps = { project: string; judgeId?: string; name: string }

/** Dialog that sends a small test question and shows the score or the exact error. */
export function TestJudge({ project, judgeId, name }: TestJudgeProps) {
  const test = useMutation(mutationOf('POST /api/v1/judge/test', { project }))
  return (
    <Dialog
      trigger={
        <Button size="sm" aria-label={`Test ${name}`}>
          Test
        </Button>
      }
      onOpenChange={(isOpen) => isOpen && test.reset()}
      title={`Test ${name}`}
      description="Asks it to judge the answer 4 to the question 2 + 2. This is a real, billed call."
      actions={
        <>
          <DialogClose>
            <Button>Close</Button>
          </DialogClose>
          <Button
            variant="primary"
            pending={test.isPending}
            onClick={() => test.mutate({ ...(judgeId && { judgeId }) })}
          >
            {test.data ? 'Ask again' : 'Ask'}
          </Button>
        </>
      }
    >
      <div aria-live="polite" className="min-h-14">
        {test.isPending && <p className="text-ink-2 text-sm">Waiting for the answer.</p>}
        {test.error && <Notice tone="fail" title={toProblem(test.error).message} />}
        {test.data &&
          (test.data.score === null ? (
            <Notice tone="fail" title="No usable answer">
              <span className="break-words">{test.data.error}</span>
            </Notice>
          ) : (
            <Notice tone="pass" title={`Score ${test.data.score} of 5, in ${formatDuration(test.data.durationMs)}`}>
              {test.data.feedback}
            </Notice>
          ))}
      </div>
    </Dialog>
  )
}
