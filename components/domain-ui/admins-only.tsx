'use client'

import type { ReactNode } from 'react'
import { StatePanel } from '@/components/ui/state-panel'
import { roleLabels } from '@/lib/presentation/labels/roles'
import { useMyRole } from './role'

type AdminsOnlyProps = {
  project: string
  /** What only admins can see: "the API keys". */
  what: string
  children: ReactNode
}

/** Renders its children for admins, and an explanation for other roles. */
export function AdminsOnly({ project, what, children }: AdminsOnlyProps) {
  const role = useMyRole(project)
  if (role === 'admin') return children
  if (role === null) return <StatePanel state="loading" title="Loading" compact />
  return (
    <StatePanel state="denied" title={`Only admins see ${what}`} compact>
      You are a {roleLabels[role].label.toLowerCase()} of this project. An admin can change that under Members.
    </StatePanel>
  )
}
