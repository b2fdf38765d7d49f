export { MissingVersion as default } from '@/components/chains/missing'
