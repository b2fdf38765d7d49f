'use client'

import { useState } from 'react'
import { useMyRole } from '@/components/settings/use-my-role'
import { Button } from '@/components/ui/button'
import { DefinitionList } from '@/components/ui/definition-list'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import type { ChainView } from '@/lib/contracts/chains'
import { profileLabels } from '@/lib/format/labels'
import { formatCount, formatExact } from '@/lib/format/number'
import { ChainSettingsDialog } from './chain-settings-dialog'

type ChainSettingsProps = { project: string; chain: ChainView }

/** How the chain's runs are judged. Admins change it; everyone sees it. */
export function ChainSettings({ project, chain }: ChainSettingsProps) {
  const isAdmin = useMyRole(project) === 'admin'
  const [isOpen, setOpen] = useState(false)
  const [notes, setNotes] = useState<readonly string[]>([])
  return (
    <Panel
      title="Settings"
      note={isAdmin ? 'They hold for runs and gates from here on.' : 'An admin of the project changes these.'}
      actions={isAdmin && <Button onClick={() => setOpen(true)}>Change</Button>}
    >
      {notes.length > 0 && (
        <Notice title="Saved" tone="accent" className="mb-3">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Notice>
      )}
      <DefinitionList
        items={[
          { term: 'Quality is', value: profileLabels[chain.profile], title: 'The scoring profile of its runs' },
          { term: 'Attempts at one piece of work', value: formatCount(chain.maxAttempts) },
          { term: 'A drop counts from', value: `more than ${formatExact(chain.regressionThreshold)}` },
          { term: 'Live runs for a verdict', value: formatCount(chain.minLiveRuns) },
          { term: 'A gate waits', value: `${formatExact(chain.gateHours)} h` },
        ]}
      />
      {isOpen && (
        <ChainSettingsDialog
          project={project}
          chain={chain}
          onClose={() => setOpen(false)}
          onSaved={(told) => {
            setNotes(told)
            setOpen(false)
          }}
        />
      )}
    </Panel>
  )
}
