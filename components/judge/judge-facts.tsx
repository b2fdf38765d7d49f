import type { ReactNode } from 'react'
import { DefinitionList } from '@/components/ui/definition-list'
import { Panel } from '@/components/ui/panel'
import type { JudgeView } from '@/lib/contracts/judge'
import { formatDuration } from '@/lib/format/duration'
import { formatPlural } from '@/lib/format/number'

/** Which model judges, where it is, and how much patience it gets. */
export function JudgeFacts({ judge, action }: { judge: JudgeView; action: ReactNode }) {
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
          { term: 'Patience', value: `${formatDuration(judge.timeoutSeconds * 1000)} for an answer` },
          {
            term: 'Retries',
            value: judge.retries === 0 ? 'None' : `${formatPlural(judge.retries, 'more try', 'more tries')}`,
            title:
              'When it cannot be reached, fails or is rate limited. An answer that cannot be read is asked for once more.',
          },
        ]}
      />
    </Panel>
  )
}
