'use client'

import { useMutation } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu'
import { IconButton } from '@/components/ui/icon-button'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import type { JudgeView } from '@/lib/contracts/judge'
import type { ProjectJudgeView } from '@/lib/contracts/project-judges'
import { formatDuration } from '@/lib/presentation/format/date'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { AddJudge, EditJudge, RemoveJudge } from './judge-dialogs'
import { kindLabels } from './judge-labels'

type JudgeListProps = { project: string; judge: JudgeView; mayChange: boolean }

/** Judges of the project in fallback order; if there are none, the judge configured in the environment. */
export function JudgeList({ project, judge, mayChange }: JudgeListProps) {
  const { judges, ofDesk } = judge
  return (
    <Panel
      title={judges.length > 1 ? 'Judges' : 'The judge'}
      note={
        judges.length > 1
          ? 'The first judge is asked. The next one is used only if it does not answer.'
          : 'How it is asked is set in the configuration.'
      }
      actions={mayChange && <AddJudge project={project} />}
    >
      <ol aria-label="Judges" className="divide-y border-y">
        {judges.map((one, index) => (
          <JudgeItem key={one.id} project={project} judge={one} isFirst={index === 0} mayChange={mayChange} />
        ))}
        {judges.length === 0 && ofDesk && (
          <li className="flex items-center justify-between gap-3 py-3">
            <JudgeSummary
              name={ofDesk.model}
              words={['Chat completions', ofDesk.hasKey ? 'key set' : 'no key', 'set in the desk’s environment']}
              endpoint={ofDesk.endpoint}
            />
            {mayChange && <TestJudge project={project} name={ofDesk.model} />}
          </li>
        )}
      </ol>
      {judges.length > 0 && ofDesk && (
        <p className="mt-2 text-ink-3 text-xs">
          The desk’s environment also names a judge. It is not used while the project has its own.
        </p>
      )}
    </Panel>
  )
}

type JudgeItemProps = { project: string; judge: ProjectJudgeView; isFirst: boolean; mayChange: boolean }

function JudgeItem({ project, judge, isFirst, mayChange }: JudgeItemProps) {
  const { id, name, kind, model, endpoint, hasKey } = judge
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <JudgeSummary
        name={name}
        badge={isFirst ? 'Asked first' : null}
        words={[model, kindLabels[kind].protocol, hasKey ? 'key set' : 'no key']}
        endpoint={endpoint}
      />
      {mayChange && (
        <div className="flex shrink-0 items-center gap-2">
          <TestJudge project={project} judgeId={id} name={name} />
          <JudgeMenu project={project} judge={judge} isFirst={isFirst} />
        </div>
      )}
    </li>
  )
}

type JudgeSummaryProps = { name: string; badge?: string | null; words: readonly string[]; endpoint: string }

function JudgeSummary({ name, badge, words, endpoint }: JudgeSummaryProps) {
  return (
    <div className="min-w-0 flex-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        <span className="break-words">{name}</span>
        {badge && <Badge>{badge}</Badge>}
      </p>
      <p className="break-words text-ink-2 text-xs">{words.join(', ')}</p>
      <p className="break-all font-mono text-ink-3 text-xs">{endpoint}</p>
    </div>
  )
}

type JudgeMenuProps = { project: string; judge: ProjectJudgeView; isFirst: boolean }

function JudgeMenu({ project, judge, isFirst }: JudgeMenuProps) {
  const [isEdited, setEdited] = useState(false)
  const [isRemoved, setRemoved] = useState(false)
  const update = useMutation(mutationOf('PATCH /api/v1/judge/judges/{judgeId}', { project }))
  const { id: judgeId, name } = judge
  const makeFirst = () =>
    update.mutate(
      { judgeId, isFirst: true },
      { onSuccess: () => toast.success(`${name} is asked first`), onError: toast.problem },
    )
  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <IconButton label={`More for ${name}`} size="sm">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setEdited(true)}>Change</MenuItem>
        {!isFirst && <MenuItem onSelect={makeFirst}>Ask it first</MenuItem>}
        <MenuItem danger onSelect={() => setRemoved(true)}>
          Remove
        </MenuItem>
      </DropdownMenu>
      {isEdited && <EditJudge project={project} judge={judge} onClose={() => setEdited(false)} />}
      {isRemoved && <RemoveJudge project={project} judge={judge} onClose={() => setRemoved(false)} />}
    </>
  )
}

type TestJudgeProps = { project: string; judgeId?: string; name: string }

/** Dialog that sends a small test question and shows the score or the exact error. */
function TestJudge({ project, judgeId, name }: TestJudgeProps) {
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
