import { Onboarding } from '@/components/onboarding/onboarding'
export default async function P({ params }: { params: Promise<{ project: string }> }) {
  return <Onboarding project={(await params).project} />
}
