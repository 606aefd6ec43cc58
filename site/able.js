// Says what an old browser lacks. It is written so that an old browser can read it.

(function () {
  // A program of one instruction on 16 bytes at once, as our own has many.
  var program = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
  var takesModules = false;
  try {
    new Worker('worker.js', { get type() { takesModules = true; return 'module'; } }).terminate();
  } catch (error) {
    // Then it has no workers either.
  }
  var isAble = takesModules && typeof WebAssembly === 'object' && typeof TextDecoderStream === 'function'
    && 'noModule' in document.createElement('script') && WebAssembly.validate(new Uint8Array(program));
  if (isAble) return;
  window.cannot = 'This browser cannot run falsecard: it needs WebAssembly with SIMD and modules in workers, as Chrome and Edge 91, Firefox 114, Safari 16.4 or later have it.';
  document.addEventListener('DOMContentLoaded', function () {
    var trouble = document.getElementById('trouble');
    trouble.textContent = window.cannot;
    trouble.hidden = false;
  });
})();
