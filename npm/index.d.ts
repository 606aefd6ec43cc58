import type { paths } from './openapi.js';

type Asked<Path extends keyof paths> = NonNullable<paths[Path]['post']>['requestBody']['content']['application/json'];

/** What may be said beside the deal. */
type Options<Path extends keyof paths> = Omit<Asked<Path>, 'deal' | 'hand' | 'stream'>;

/** What the program prints with --json. */
type Told<Path extends keyof paths> = Promise<NonNullable<paths[Path]['post']>['responses'][200]['content']['application/json']>;

/** Which card. */
export function choose(deal: string, options?: Options<'/api/choose'>): Told<'/api/choose'>;

/** Why one card and not another: what the others will think, and how they will play. */
export function explain(deal: string, options?: Options<'/api/explain'>): Told<'/api/explain'>;

/** What a player can infer of the hidden hands. */
export function believe(deal: string, options?: Options<'/api/believe'>): Told<'/api/believe'>;

/** What each card of a defender tells partner and declarer, and whether to tell it. */
export function signal(deal: string, options?: Options<'/api/signal'>): Told<'/api/signal'>;

/** What to call: of a deal, or of a hand alone, as in AQ3.KJ52.7.QJ943. */
export function bid(deal: string, options?: Options<'/api/bid'>): Told<'/api/bid'>;

/** Double dummy: tricks of every contract and par, or what each card takes now. */
export function dd(deal: string, options?: Options<'/api/dd'>): Told<'/api/dd'>;

/** What each card of a played deal gave up, by what its player could know. */
export function review(deal: string, options?: Options<'/api/review'>): Told<'/api/review'>;

/** A suit, played as well as it can be: two holdings, as in AJ109 / K32, or S, H, D or C of a deal. */
export function suit(suit: string, options?: Omit<Asked<'/api/suit'>, 'suit' | 'stream'>): Told<'/api/suit'>;

/** The game in another format. */
export function convert(deal: string, options: Options<'/api/convert'>): Told<'/api/convert'>;
