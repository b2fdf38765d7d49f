import type { Metadata } from 'next'
import { SettingsHeader } from '@/components/settings/settings-header'

export const metadata: Metadata = { title: { default: 'Settings', template: '%s · Settings · Veritas' } }

export default async function SettingsLayout({ params, children }: LayoutProps<'/p/[project]/settings'>) {
  const { project } = await params
  return (
    <div className="max-w-4xl">
      <SettingsHeader project={project} />
      {children}
    </div>
  )
}
