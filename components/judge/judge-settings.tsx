'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { PageLead } from '@/components/settings/page-lead'
import { useMyRole } from '@/components/settings/use-my-role'
import { Notice } from '@/components/ui/notice'
import { judgeQueries } from '@/lib/queries/judge'
import { BreakerTable } from './breaker-table'
import { ConfigurationLink } from './configuration-link'
import { JudgeCalls } from './judge-calls'
import { JudgeFacts } from './judge-facts'
import { JudgeSetup } from './judge-setup'
import { JudgeSpend } from './judge-spend'
import { TestJudge } from './test-judge'

/** The judge of a project: whether there is one, what it costs, whose work it no longer sees, and what it answered. */
export function JudgeSettings({ project }: { project: string }) {
  const { data: judge } = useSuspenseQuery(judgeQueries.detail(project))
  const isAdmin = useMyRole(project) === 'admin'
  return (
    <>
      <PageLead>
        The judge is a model that scores results 1 to 5 in a quality gate. Its score is one signal; it never decides for
        a person.
      </PageLead>
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
