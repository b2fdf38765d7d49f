import Link from 'next/link'
import { navHref } from '@/components/shell/nav-items'
import { CodeBlock } from '@/components/ui/code-block'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'

const ENVIRONMENT = `JUDGE_BASE_URL=https://judge.example.com/v1
JUDGE_MODEL=name-of-the-model
JUDGE_API_KEY=only-if-it-needs-one`

/** What to do where there is no judge, and what goes on without one. */
export function JudgeSetup({ project }: { project: string }) {
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
