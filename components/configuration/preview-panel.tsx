'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { preparePreview } from '@/lib/charts/prepare-preview'
import { previewConfigurationMutation } from '@/lib/queries/configuration'
import { toProblem } from '@/lib/queries/problem'
import { PreviewResult } from './preview-result'
import type { ConfigurationDraft } from './use-configuration-draft'

const sizes = ['50', '200', '500'] as const

type PreviewPanelProps = { project: string; draft: ConfigurationDraft }

/** What the newest runs would be under the draft: asked for, since it scores them all again. */
export function PreviewPanel({ project, draft }: PreviewPanelProps) {
  const [size, setSize] = useState<(typeof sizes)[number]>('200')
  const preview = useMutation(previewConfigurationMutation(project, draft.view.chain ?? undefined))
  const isOld =
    preview.data !== undefined && preview.variables?.config !== undefined && isOther(preview.variables.config, draft)
  const problem = preview.error ? toProblem(preview.error) : null
  return (
    <Panel title="Preview" note="The newest runs, scored as this page now says. Nothing is written.">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="Runs to preview"
          className="w-36"
          value={size}
          onChange={setSize}
          options={sizes.map((value) => ({ value, label: `Last ${value} runs` }))}
        />
        <Button
          pending={preview.isPending}
          disabled={draft.isFaulty}
          onClick={() => preview.mutate({ config: draft.config, runs: Number(size) })}
        >
          {preview.data ? 'Preview again' : 'Preview'}
        </Button>
      </div>
      {problem && (
        <Notice tone="fail" className="mt-3" title={problem.message}>
          {problem.requestId && <>Request {problem.requestId}</>}
        </Notice>
      )}
      {preview.data && (
        <div aria-live="polite" className={isOld ? 'mt-4 opacity-60' : 'mt-4'}>
          {isOld && <p className="mb-2 text-review-fg text-xs">The page has changed since this preview.</p>}
          <PreviewResult model={preparePreview(preview.data, project)} />
        </div>
      )}
    </Panel>
  )
}

function isOther(previewed: object, { config }: ConfigurationDraft): boolean {
  return JSON.stringify(previewed) !== JSON.stringify(config)
}
