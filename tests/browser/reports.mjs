// Reports, which are read by themselves.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import {
  accessible, evening, fits, fresh, picture, played, program, root, scratch,
} from './kit.mjs';

export default {
  async 'reports are read by themselves'() {
    const ex1 = 'problems/paper/paper-ex1.pbn';
    const quick = ['--engine', 'minimax', '--budget', '50ms', '--cache=off', '--player', 'East'];
    const reports = {
      explain: [['explain', ex1, '--budget', '2s'], '.worlds .hands'],
      choose: [['choose', ex1, '--budget', '1s'], '.candidates circle'],
      believe: [['believe', ex1, '--seat', 'S', '--after', 'C2'], '.held'],
      signal: [['signal', 'problems/signal/ar-2562.pbn', '--budget', '1s'], 'table'],
      read: [['signal', ex1, '--read'], 'p'],
      run: [['run', 'paper', '--engine', 'minimax,fused', '--budget', '200ms', '--cache=off'], '.intervals circle'],
      decisions: [['review', 'tests/data/played.pbn', ...quick], '.tricks .card'],
      evening: [['review', 'tests/data/played.pbn', 'tests/data/records.pbn', '--game', '1', '--engine', 'minimax',
        '--budget', '50ms', '--cache=off'], '.evening .mistakes'],
      match: [['match', '-a', 'open', '-b', 'random', '-n', '2'], '.rooms mark'],
    };
    for (const [name, [words, sign]] of Object.entries(reports)) {
      const report = join(scratch, `${name}.html`);
      await promisify(execFile)(program, [...words, '--html', report], { cwd: root });
      const lights = [['dark', 320], ['light', 900]].slice(0, name in { choose: 1, explain: 1 } ? 2 : 1);
      for (const [colorScheme, width] of lights) {
        const page = await fresh({ viewport: { width, height: 900 }, colorScheme });
        await page.goto(pathToFileURL(report).href);
        assert(await page.$(sign), `${name} has no ${sign}`);
        await fits(page, name);
        await accessible(page, `${name}, ${colorScheme}`);
        if (width === 900 && name === 'explain') await picture(page, 'report');
        assert.deepEqual(page.wrong, []);
        await page.context().close();
      }
    }
  },
};
