/** What people make of a story with alerts. */
export const triageStates = ['new', 'seen', 'assigned', 'closed'] as const
export type TriageState = (typeof triageStates)[number]

export const storyActs = [...triageStates, 'muted', 'unmuted'] as const
export type StoryActWord = (typeof storyActs)[number]
