import type { Metadata } from 'next'
import { SettingsNav } from '@/components/settings/settings-nav'
import { PageHeader } from '@/components/ui/page-header'

export const metadata: Metadata = { title: { default: 'Settings', template: '%s · Settings · Veritas' } }

export default async function SettingsLayout({ params, children }: LayoutProps<'/p/[project]/settings'>) {
  const { project } = await params
  return (
    <div className="max-w-4xl">
      <PageHeader title="Settings" className="mb-3" />
      <SettingsNav project={project} />
      {children}
    </div>
  )
}
