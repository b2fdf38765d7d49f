'use client'

import Link from 'next/link'
import { configurationHref } from '@/components/configuration/configuration-href'
import { useMyRole } from '@/components/settings/use-my-role'
import { Button } from '@/components/ui/button'
import { DefinitionList } from '@/components/ui/definition-list'
import { Panel } from '@/components/ui/panel'
import type { ChainView } from '@/lib/contracts/chains'
import { profileLabels } from '@/lib/format/labels'
import { formatCount, formatExact } from '@/lib/format/number'

type ChainSettingsProps = { project: string; chain: ChainView }

/** How the chain's runs are judged. Admins change it on the configuration page; everyone sees it. */
export function ChainSettings({ project, chain }: ChainSettingsProps) {
  const isAdmin = useMyRole(project) === 'admin'
  return (
    <Panel
      title="Settings"
      note={isAdmin ? 'They hold for runs and gates from here on.' : 'An admin of the project changes these.'}
      actions={
        <Button asChild size="sm">
          <Link href={configurationHref(project, chain.name)}>{isAdmin ? 'Change' : 'All settings'}</Link>
        </Button>
      }
    >
      <DefinitionList
        items={[
          { term: 'Quality is', value: profileLabels[chain.profile], title: 'The scoring profile of its runs' },
          { term: 'Attempts at one piece of work', value: formatCount(chain.maxAttempts) },
          { term: 'A drop counts from', value: `more than ${formatExact(chain.regressionThreshold)}` },
          { term: 'Live runs for a verdict', value: formatCount(chain.minLiveRuns) },
          { term: 'A gate waits', value: `${formatExact(chain.gateHours)} h` },
          { term: 'Approvals of a gate', value: formatCount(chain.gateQuorum) },
        ]}
      />
    </Panel>
  )
}
