'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChainPicker } from '@/components/domain-ui/pickers'
import { useMay, useMyRole } from '@/components/domain-ui/role'
import { UnsavedChangesGuard } from '@/components/domain-ui/unsaved-changes-guard'
import { useGoTo } from '@/components/ui/go-to'
import { lazyComponent, useLazyComponent } from '@/components/ui/lazy-component'
import { Notice } from '@/components/ui/notice'
import { PageDescription } from '@/components/ui/page-header'
import { Tabs } from '@/components/ui/tabs'
import { configurationHref } from '@/lib/presentation/links'
import { queryOf } from '@/lib/queries/query-of'
import { ConfigurationForm } from './configuration-form'
import type { Texts } from './draft'
import { PreviewPanel } from './preview-panel'
import { useConfigurationDraft } from './use-configuration-draft'

const documentEditor = lazyComponent(() => import('./document-editor'))
const saveBar = lazyComponent(() => import('./save-bar'))
const versionHistory = lazyComponent(() => import('./version-history'))

type ConfigurationScreenProps = { project: string; chain: string | undefined; proposed?: Texts }

/** Page of the scoring configuration of a project or chain. Admins can edit it and preview the effect. */
export function ConfigurationScreen({ project, chain, proposed }: ConfigurationScreenProps) {
  const { configuration: view } = useSuspenseQuery(queryOf('GET /api/v1/configuration', { chain }, { project })).data
  const role = useMyRole(project)
  const mayChange = useMay(project, 'admin')
  const draft = useConfigurationDraft(view, proposed)
  const [tab, setTab] = useState('form')
  const editor = useLazyComponent(documentEditor, tab === 'json')
  const history = useLazyComponent(versionHistory, tab === 'history')
  const bar = useLazyComponent(saveBar, mayChange && draft.isDirty)
  const [notes, setNotes] = useState<readonly string[]>([])
  const isPreviewed = mayChange && tab !== 'history'
  return (
    <>
      <UnsavedChangesGuard when={mayChange && draft.isDirty} onLeave={draft.discard} />
      <PageDescription action={<LevelSelect project={project} chain={chain} isLocked={draft.isDirty} />}>
        How new runs are judged. A chain inherits from the project, the project from the defaults; runs that are stored
        keep their scores.
      </PageDescription>
      {role !== null && role !== 'admin' && <p className="mb-4 text-ink-3 text-xs">Only admins can change these.</p>}
      {notes.length > 0 && (
        <Notice title="Saved" tone="accent" className="mb-4">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Notice>
      )}
      <div className={isPreviewed ? 'grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]' : undefined}>
        <Tabs
          label="Ways to see it"
          value={tab}
          onChange={setTab}
          className="min-w-0"
          tabs={[
            {
              value: 'form',
              label: 'Form',
              panel: <ConfigurationForm project={project} draft={draft} disabled={!mayChange} />,
            },
            {
              value: 'json',
              label: 'JSON',
              panel: editor && <editor.DocumentEditor key={draft.discards} draft={draft} disabled={!mayChange} />,
            },
            {
              value: 'history',
              label: 'History',
              ...(view.number > 0 && { count: view.number }),
              panel: history && <history.VersionHistory project={project} view={view} mayChange={mayChange} />,
            },
          ]}
        />
        {isPreviewed && (
          // Its line continues that of the tabs.
          <div className="lg:sticky lg:top-16 lg:mt-8.75 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto">
            <PreviewPanel project={project} draft={draft} />
          </div>
        )}
      </div>
      {bar && <bar.SaveBar project={project} draft={draft} onSaved={setNotes} />}
    </>
  )
}

type LevelSelectProps = { project: string; chain: string | undefined; isLocked: boolean }

function LevelSelect({ project, chain, isLocked }: LevelSelectProps) {
  const goTo = useGoTo()
  return (
    <span title={isLocked ? 'Save or discard your changes first' : undefined}>
      <ChainPicker
        project={project}
        label="Level"
        className="w-56 max-w-[calc(100vw-2rem)]"
        value={chain ?? null}
        placeholder="The project"
        isOptional
        disabled={isLocked}
        onChange={(name) => goTo(configurationHref(project, name ?? undefined))}
      />
    </span>
  )
}
