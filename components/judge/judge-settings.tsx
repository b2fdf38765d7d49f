'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { useMyRole } from '@/components/domain-ui/role'
import { navHref } from '@/components/shell/nav-items'
import { CodeBlock } from '@/components/ui/code-block'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { PageDescription } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { queryOf } from '@/lib/queries/query-of'
import { BreakerTable } from './breaker-table'
import { JudgeCalls } from './judge-calls'
import { AddJudge } from './judge-dialogs'
import { JudgeList } from './judge-list'
import { ConfigurationLink, JudgeSpend } from './judge-spend'

/** Judge settings of a project: judges, spend, circuit breakers and calls. */
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
                It is off in this project’s configuration. Quality gates return “unjudged” and nothing passes.
              </Notice>
            )}
            <JudgeList project={project} judge={judge} isAdmin={isAdmin} />
          </>
        ) : (
          <JudgeSetup project={project} isAdmin={isAdmin} />
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

const ENVIRONMENT = `JUDGE_BASE_URL=https://judge.example.com/v1
JUDGE_MODEL=name-of-the-model
JUDGE_API_KEY=only-if-it-needs-one`

/** Instructions for connecting a judge, and what works without one. */
function JudgeSetup({ project, isAdmin }: { project: string; isAdmin: boolean }) {
  return (
    <Panel title="Connect a judge" actions={isAdmin && <AddJudge project={project} isPrimary />}>
      <div className="grid max-w-prose gap-4 text-sm">
        <Notice title="No judge configured">
          Everything else works. Quality gates run their pre-flight checks; what passes those is unjudged, and nothing
          passes unjudged.
        </Notice>
        <p>
          {isAdmin ? 'Add one here' : 'An admin of this project adds one here'}: any endpoint that speaks the protocol
          of OpenAI, Anthropic or Gemini. A judge for all projects is named where Veritas runs, and may be on the same
          machine:
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
