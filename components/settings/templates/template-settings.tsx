'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { PageLead } from '@/components/settings/page-lead'
import { useMyRole } from '@/components/settings/use-my-role'
import { Button } from '@/components/ui/button'
import { thinkingQueries } from '@/lib/queries/thinking'
import { draftOf, newDraft, type TemplateDraft } from './template-draft'
import { TemplateEditor } from './template-editor'
import { TemplateList } from './template-list'

/** The workflows that thoughts of this project follow, and an editor for its own. */
export function TemplateSettings({ project }: { project: string }) {
  const { data } = useSuspenseQuery(thinkingQueries.templates(project))
  const isAdmin = useMyRole(project) === 'admin'
  const [draft, setDraft] = useState<TemplateDraft | null>(null)
  return (
    <>
      <PageLead
        action={
          isAdmin && (
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setDraft(newDraft())}>
              Add a template
            </Button>
          )
        }
      >
        A template is the list of steps that a verification follows, with the tools for each. One of your own stands in
        for a built-in one of the same name. {!isAdmin && 'Only admins change them.'}
      </PageLead>
      <TemplateList
        project={project}
        templates={data.templates}
        isAdmin={isAdmin}
        onEdit={(template) => setDraft(draftOf(template))}
      />
      {draft && <TemplateEditor key={draft.id} project={project} draft={draft} onClose={() => setDraft(null)} />}
    </>
  )
}
