/**
 * Query parameters that say where a reader came from, not which article is meant. Source: common knowledge of the
 * services that append them, written on 2026-11-20. A name belongs here only if no site addresses articles by it.
 */

const names = new Set(
  `
_branch_match_id _ga _gl _hsenc _hsmi _kx _openstat _r action_object_map action_ref_map action_type_map
ceid cmpid cmp cid_source dclid dicbo ef_id epik fb_action_ids fb_action_types fb_ref fb_source fbclid feedname
feedtype gaa_at gaa_n gaa_sig gaa_ts gbraid gclid gclsrc ghc_id guccounter guce_referrer guce_referrer_sig
hsctatracking icid igsh igshid ito linkid mc_cid mc_eid mibextid mkt_tok mkwid mod msclkid mtm_campaign ncid ns_campaign
ns_fee ns_linkname ns_mchannel ns_source ocid oly_anon_id oly_enc_id partner pcrid recruiter rb_clickid redirected
ref ref_src ref_url referer referrer rss rssfeed s_cid s_kwcid share_id shared smid smtyp socialreferrer soc_src
soc_trk spm sref srnd sh_kit taid traffic_source trk trkcampaign tsource twclid twitterimpression ttclid
vero_conv vero_id vgo_ee wbraid wickedid wkey wt_mc wt.mc_id xtor yclid ysclid __s __twitter_impression
`
    .trim()
    .split(/\s+/),
)

const prefixes = [
  'utm_',
  'utm-',
  'pk_',
  'piwik_',
  'matomo_',
  'mtm_',
  'hsa_',
  'ga_',
  'at_',
  'ns_',
  'itm_',
  'stm_',
  'oly_',
]

/** Whether the parameter tells of the way to the page alone; `name` as decoded, in any case. */
export function isTracking(name: string): boolean {
  const lower = name.toLowerCase()
  return names.has(lower) || prefixes.some((prefix) => lower.startsWith(prefix))
}
