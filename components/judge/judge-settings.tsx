'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useMyRole } from '@/components/domain-ui/role'
import { navHref } from '@/components/shell/nav-items'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { DefinitionList } from '@/components/ui/definition-list'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { PageDescription } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import type { JudgeView } from '@/lib/contracts/judge'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatPlural } from '@/lib/presentation/format/number'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf, queryOf } from '@/lib/queries/query-of'
import { BreakerTable } from './breaker-table'
import { JudgeCalls } from './judge-calls'
import { ConfigurationLink, JudgeSpend } from './judge-spend'

/** The judge of a project: whether there is one, what it costs, whose work it no longer sees, and what it answered. */
export function JudgeSettings({ project }: { project: string }) {
  const { data: judge } = useSuspenseQuery(queryOf('GET /api/v1/judge', {}, { project }))
  const isAdmin = useMyRole(project) === 'admin'
  return (
    <>
      <PageDescription>
        The judge is a model that scores results 1 to 5 in a quality gate. Its score is one signal; it never decides for
        a person.
      </PageDescription>
      <div className="grid gap-10">
        {judge.isConfigured ? (
          <>
            {!judge.isEnabled && (
              <Notice tone="review" title="The judge is turned off" action={<ConfigurationLink project={project} />}>
                The configuration of this project turns it off. Quality gates say unjudged and pass nothing.
              </Notice>
            )}
            <JudgeFacts judge={judge} action={isAdmin && <TestJudge project={project} />} />
          </>
        ) : (
          <JudgeSetup project={project} />
        )}
        {(judge.isConfigured || judge.last30Days.calls > 0) && <JudgeSpend project={project} judge={judge} />}
        {(judge.isConfigured || judge.breakers.length > 0) && (
          <BreakerTable project={project} judge={judge} isAdmin={isAdmin} />
        )}
        {(judge.isConfigured || judge.last30Days.calls > 0) && <JudgeCalls project={project} />}
      </div>
    </>
  )
}

/** Which model judges, where it is, and how much patience it gets. */
function JudgeFacts({ judge, action }: { judge: JudgeView; action: ReactNode }) {
  return (
    <Panel
      title="The judge"
      note="Set in the environment; how it is asked is set in the configuration."
      actions={action}
    >
      <DefinitionList
        className="max-w-xl"
        items={[
          { term: 'Model', value: judge.model },
          { term: 'Endpoint', value: <code className="break-all font-mono text-xs">{judge.endpoint}</code> },
          { term: 'Key', value: judge.hasKey ? 'Set, and never shown' : 'None' },
          { term: 'Timeout', value: `${formatDuration(judge.timeoutSeconds * 1000)} for an answer` },
          {
            term: 'Retries',
            value: judge.retries === 0 ? 'None' : `${formatPlural(judge.retries, 'retry', 'retries')}`,
            title:
              'When it cannot be reached, fails or is rate limited. An answer that cannot be read is asked for once more.',
          },
        ]}
      />
    </Panel>
  )
}

const ENVIRONMENT = `JUDGE_BASE_URL=https://judge.example.com/v1
JUDGE_MODEL=name-of-the-model
JUDGE_API_KEY=only-if-it-needs-one`

/** What to do where there is no judge, and what goes on without one. */
function JudgeSetup({ project }: { project: string }) {
  return (
    <Panel title="Connect a judge">
      <div className="grid max-w-prose gap-4 text-sm">
        <Notice title="No judge is configured">
          Everything else works. Quality gates run their pre-flight checks; what passes those is unjudged, and nothing
          passes unjudged.
        </Notice>
        <p>
          Any endpoint that speaks the OpenAI chat protocol will do, also one on your own machine. Set these variables
          where Veritas runs, then start it again:
        </p>
        <CodeBlock title="Environment" code={ENVIRONMENT} />
        <p className="text-ink-2">
          Set the prices of its tokens in the{' '}
          <Link href={navHref(project, '/settings/configuration')} className="underline">
            configuration
          </Link>
          , so that the daily cap can hold.
        </p>
      </div>
    </Panel>
  )
}

/** Asks one small question, and shows the score or exactly what went wrong. */
function TestJudge({ project }: { project: string }) {
  const test = useMutation(mutationOf('POST /api/v1/judge/test', { project }))
  return (
    <Dialog
      trigger={<Button size="sm">Test the judge</Button>}
      onOpenChange={(isOpen) => isOpen && test.reset()}
      title="Test the judge"
      description="Asks it to judge the answer 4 to the question 2 + 2. A real call, which costs what such a call costs."
      actions={
        <>
          <DialogClose>
            <Button>Close</Button>
          </DialogClose>
          <Button variant="primary" pending={test.isPending} onClick={() => test.mutate({})}>
            {test.data ? 'Ask again' : 'Ask'}
          </Button>
        </>
      }
    >
      <div aria-live="polite" className="min-h-14">
        {test.isPending && <p className="text-ink-2 text-sm">Waiting for its answer.</p>}
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
