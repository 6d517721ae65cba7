/** VitePress's theme in the colours and the type of the web app, and programs that run in the page. */
import { useRoute, withBase } from "vitepress";
import Theme from "vitepress/theme-without-fonts";
import { defineComponent, h, nextTick, onMounted, watch } from "vue";
import "@fontsource-variable/geist";
import "./style.css";
import { enliven } from "./live";

export default {
  extends: Theme,
  Layout: defineComponent({
    setup() {
      const route = useRoute();
      const look = () => nextTick(() => enliven(document, new URL(withBase("/engine/"), location.href)));
      onMounted(() => {
        look();
        watch(() => route.path, look);
      });
      return () => h(Theme.Layout);
    },
  }),
};
